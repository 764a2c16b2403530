/** Makes an element with properties and content; what is text stays text. */
function make(name, properties = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...content);
  return element;
}

/** Makes a button. */
function button(text, action, properties = {}) {
  return make('button', {type: 'button', textContent: text, onclick: action, ...properties});
}

/** Tells something in the line of the status, with something to do about it. */
function tell(text, [name, action] = []) {
  const status = document.getElementById('status');
  status.replaceChildren(text);
  if (name) status.append(' ', button(name, () => { status.replaceChildren(); action(); }));
}

/** Gives a text to a person as a file. */
function download(name, text) {
  const link = make('a', {href: '#', download: name.split('/').pop(), textContent: `Save ${name}`});
  link.onclick = () => {
    // It lives as long as the browser needs to take it.
    link.href = URL.createObjectURL(new Blob([text], {type: 'application/octet-stream'}));
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  return link;
}

/** Runs an action with the newest input whenever the last one has ended. */
function latest(action) {
  let [isRunning, next] = [false, null];
  return async (...input) => {
    next = input;
    if (isRunning) return;
    isRunning = true;
    while (next) {
      const now = next;
      next = null;
      await action(...now);
    }
    isRunning = false;
  };
}
