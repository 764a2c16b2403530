/// An environment variable that the program reads.
enum Variable: String, CaseIterable {
  case noColor = "NO_COLOR"
  case forceColor = "FORCE_COLOR"
  case term = "TERM"
  case columns = "COLUMNS"
  case allLocale = "LC_ALL"
  case charactersLocale = "LC_CTYPE"
  case language = "LANG"
  case pager = "PAGER"
  case less = "LESS"
  case visual = "VISUAL"
  case editor = "EDITOR"
  case keyFile = "EDITRC"
  case temporaryFolder = "TMPDIR"
  case stateHome = "XDG_STATE_HOME"
  case configurationHome = "XDG_CONFIG_HOME"
  case home = "HOME"
  case gitHubActions = "GITHUB_ACTIONS"
  case page = "RETRYLAB_PAGE"

  var meaning: String {
    switch self {
    case .noColor: "If set, text has no colour, unless \(Option.color.name) says otherwise."
    case .forceColor: "If set to anything but 0, text has colour even if it is not for a terminal."
    case .term: "If dumb, entries are read line by line, and text has no colour."
    case .columns: "The width of the output, instead of that of the terminal."
    case .allLocale, .charactersLocale, .language:
      "If the first of them that is set does not name UTF-8, the output is ASCII."
    case .pager: "The program that shows output taller than the screen; otherwise less."
    case .less: "The options of less, which otherwise is told to keep colours."
    case .visual: "The program that 'edit' opens an entry with."
    case .editor: "The same, if VISUAL is not set; otherwise vi."
    case .keyFile: "The file that binds keys; otherwise ~/.editrc."
    case .temporaryFolder: "The folder for the file that is edited; otherwise /tmp."
    case .stateHome: "The folder above that of the history and the progress."
    case .configurationHome: "The folder above that of the init file."
    case .home: "The folder that '~/' stands for, and that the usual folders of files are in."
    case .gitHubActions: "If true, 'test' and 'replay' also write annotations for a workflow."
    case .page: "The file that 'page' writes, if it is not beside the program."
    }
  }
}
