// The page: the session that it starts with, and what its buttons do.

{
  const engine = new Engine();
  const book = new Book(engine);
  const at = (id) => document.getElementById(id);

  // What the browser keeps; a page without a place of its own may not ask.

  const progress = 'retrylab progress', progressFile = 'progress.json', session = 'retrylab session';
  const kept = {
    get: (store, name) => { try { return globalThis[store].getItem(name); } catch { return null; } },
    set: (store, name, text) => { try { globalThis[store].setItem(name, text); } catch { /* In this page alone. */ } },
  };
  engine.onfile = ({progress: isProgress, text}) => {
    if (!isProgress) return;
    keepProgress(JSON.parse(text));
  };

  /** Adds progress to what the browser keeps. */
  function keepProgress(now) {
    const old = JSON.parse(kept.get('localStorage', progress) ?? '{}');
    kept.set('localStorage', progress, JSON.stringify({...old, ...now, lessons: {...old.lessons, ...now.lessons}}));
  }

  // Files

  const sections = async (text) => (await engine.first('sections', {do: 'sections', text}))?.texts ?? [text];

  /** Puts texts in the place of the session; returns how that is undone. */
  async function replace(texts) {
    const {stopped} = book, old = await book.replace(texts);
    return old.length ? ['Undo', () => book.replace(old, stopped)] : undefined;
  }

  async function take(files) {
    for (const file of files) {
      const text = await file.text();
      if (file.name === progressFile) {
        takeProgress(text);
        continue;
      }
      await engine.put(file.name, text);
      if (file.name.endsWith('.retry')) {
        tell(`${file.name} took the place of the session.`, await replace(await sections(text)));
      } else {
        await book.refresh();
        tell(`Texts of this session can read ${file.name} now.`);
      }
    }
  }

  function takeProgress(text) {
    let found;
    try { found = JSON.parse(text); } catch { /* It is none. */ }
    if (found?.kind !== 'lessons') return tell(`${progressFile} holds no progress of lessons.`);
    keepProgress(found);
    tell('The progress of lessons goes on from this file when the page is opened again.');
  }

  at('open').onclick = () => at('file').click();
  at('file').onchange = async ({target}) => {
    await take([...target.files]);
    target.value = '';
  };
  document.body.ondragover = (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); };
  document.body.ondrop = (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  at('save').onclick = () => download('session.retry', book.file).click();

  // Links

  /** The digest of the results, from an engine of its own; none with a mistake, or if it takes long. */
  async function digest() {
    if (book.hasMistake || book.isRunning) return null;
    const other = new Engine(engine);
    const late = new Promise((end) => setTimeout(end, 15000));
    const found = await Promise.race([late, other.first('digest', {do: 'digest', text: book.texts.join('\n')})]);
    other.close();
    return found?.text ?? null;
  }

  at('link').onclick = async () => {
    tell('The link is being made.');
    const address = await Link.address(book.texts, await digest());
    history.replaceState(null, '', address.slice(address.indexOf('#')));
    try {
      await navigator.clipboard.writeText(address);
      tell('The link is copied; it holds the texts of this session.');
    } catch {
      tell('The link is the address of this page now.');
    }
  };

  /** The session in the address. */
  async function linked() {
    try {
      return await Link.content(location.href);
    } catch {
      tell('The link is damaged: it holds no session.');
      return null;
    }
  }

  async function follow({texts, digest: wanted}) {
    const undo = await replace(texts);
    const found = wanted && await digest();
    const words = !found ? 'The link took the place of the session.'
      : found === wanted ? `The same results as where the link was made (${wanted}).`
        : 'Other results than where the link was made: by another version, or by files that it does not hold.';
    tell(words, undo);
  }
  addEventListener('hashchange', async () => {
    const found = location.hash.startsWith('#1.') && await linked();
    if (found) follow(found);
  });

  // Lessons

  async function listLessons(files) {
    for (const name of files.filter((name) => name.endsWith('.retry'))) {
      at('lessons').append(make('option', {value: `"${name}"`}, name));
    }
    const found = await engine.first('completion', {do: 'complete', text: 'lesson '});
    for (const {name, detail} of found?.words ?? []) {
      if (/^\d+$/.test(name)) at('lessons').append(make('option', {value: name}, `${name}  ${detail}`));
    }
  }

  at('lessons').onchange = async ({target}) => {
    const lesson = target.value;
    target.value = '';
    if (lesson) await type(`lesson ${lesson}`);
  };

  /** Runs a text at the prompt, which keeps what was typed there. */
  async function type(text) {
    const cell = book.last, draft = cell.text;
    cell.editor.value = text;
    const isRun = book.run(cell);
    if (draft.trim()) book.last.editor.value = draft;
    await isRun;
  }

  const steps = make('div', {className: 'tools steps', role: 'toolbar', ariaLabel: 'Lesson', hidden: true},
    ...['next', 'back', 'check', 'hint'].map((word) => button(word, () => type(word))));
  at('cells').after(steps);
  // The lessons of a session go on where they were when it began.
  let given;
  const ofPage = () => `${location.hash} ${at('start').textContent}`;
  function keepSession() {
    const {texts, stopped} = book;
    const record = {of: ofPage(), texts, stopped, given};
    kept.set('sessionStorage', session, JSON.stringify(record));
    // A new process of the browser may not see the storage of the old one; what belongs to the entry in the history it does.
    try { history.replaceState(record, ''); } catch { /* It is too long for one. */ }
  }
  // A page that is loaded again may begin before the old one is told that it is left.
  addEventListener('pagehide', keepSession);
  book.onchange = () => {
    steps.hidden = !book.texts.some((text) => /^(lesson|course)\b/.test(text));
    keepSession();
  };

  // The rest

  at('help').onclick = () => type('help');
  at('progress').onclick = () => {
    const text = kept.get('localStorage', progress);
    if (text) download(progressFile, text).click(); else tell('There is no progress in lessons yet.');
  };
  at('keys').onclick = () => {
    at('keyhelp').hidden = !at('keyhelp').hidden;
    at('keys').setAttribute('aria-expanded', String(!at('keyhelp').hidden));
  };
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) book.stop();
  });
  engine.onfailure = (reason, isBroken) => {
    if (isBroken) {
      at('cells').replaceChildren(make('pre', {className: 'mistake'},
        `The laboratory does not start here: ${reason}. It needs a browser with WebAssembly and its vectors, of 2023 or later.`));
    } else {
      tell(`The engine stopped, and the session runs again: ${reason}.`);
      book.resume();
    }
  };

  async function start() {
    const {texts, files = {}} = JSON.parse(at('start').textContent);
    for (const [name, text] of Object.entries(files)) engine.put(name, text);
    const link = await linked(), last = history.state ?? JSON.parse(kept.get('sessionStorage', session) ?? '{}');
    // A page that is loaded again goes on; a link gives everybody the same lessons.
    const isAgain = last.of === ofPage();
    given = isAgain ? last.given : link ? null : kept.get('localStorage', progress);
    if (given) engine.put(progressFile, given);
    listLessons(Object.keys(files));
    if (isAgain) await book.replace(last.texts, last.stopped);
    else if (link) await follow(link);
    else await book.replace((await Promise.all(texts.map(sections))).flat());
    document.documentElement.dataset.started = 'true';
  }
  start();
}
