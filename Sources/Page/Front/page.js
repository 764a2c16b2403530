// The page: the session that it starts with, and what its buttons do.

{
  const engine = new Engine();
  const book = new Book(engine);
  const at = (id) => document.getElementById(id);

  // Files

  const progress = 'retrylab progress', progressFile = 'progress.json';
  /** What this browser keeps; a page without a place of its own may not ask. */
  const kept = {
    get: () => { try { return localStorage.getItem(progress); } catch { return null; } },
    set: (text) => { try { localStorage.setItem(progress, text); } catch { /* It is kept in this page alone. */ } },
  };
  engine.onfile = (file) => { if (file.progress) kept.set(file.text); };

  async function take(files) {
    for (const file of files) {
      const text = await file.text();
      await engine.put(file.name, text);
      if (file.name === progressFile) {
        kept.set(text);
        tell('The progress of lessons goes on from this file.');
      } else if (file.name.endsWith('.retry')) {
        await book.replace(await sections(text));
      } else {
        book.last.editor.value = `import policy "${file.name}"`;
        tell(`${file.name} can be read by texts of this session`);
      }
    }
  }

  const sections = async (text) => (await engine.first('sections', {do: 'sections', text})).texts;

  at('open').onclick = () => at('file').click();
  at('file').onchange = ({target}) => take(target.files);
  document.body.ondragover = (event) => event.preventDefault();
  document.body.ondrop = (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  at('save').onclick = () => download('session.retry', `${book.texts.join('\n')}\n`).click();

  // Links

  const digest = async () => (await engine.first('digest', {do: 'digest', text: book.texts.join('\n')}))?.text;

  at('link').onclick = async () => {
    const address = await Link.address(book.texts, await digest());
    history.replaceState(null, '', address.slice(address.indexOf('#')));
    try {
      await navigator.clipboard.writeText(address);
      tell('The link is copied; it holds the texts of this session.');
    } catch {
      tell('The link is the address of this page now.');
    }
  };

  async function follow() {
    let linked;
    try {
      linked = await Link.content(location.href);
    } catch {
      tell('The link is damaged: it holds no session.');
    }
    if (!linked) return false;
    await book.replace(linked.texts);
    if (linked.digest) {
      const isSame = linked.digest === await digest();
      tell(isSame ? `The same results as where the link was made (${linked.digest}).`
        : 'Other results than where the link was made: by another version, or by files that it does not hold.');
    }
    return true;
  }
  addEventListener('hashchange', () => { if (location.hash.startsWith('#1.')) follow(); });

  // Lessons

  async function listLessons(files) {
    for (const name of files.filter((name) => name.endsWith('.retry'))) at('lessons').append(make('option', {value: `"${name}"`}, name));
    const found = await engine.first('completion', {do: 'complete', text: 'lesson ', from: 'start'});
    for (const {name, detail} of found?.words ?? []) {
      if (/^\d+$/.test(name)) at('lessons').append(make('option', {value: name}, `${name}  ${detail}`));
    }
  }

  at('lessons').onchange = async ({target}) => {
    const lesson = target.value;
    target.value = '';
    if (lesson) await type(`lesson ${lesson}`);
  };

  /** Runs a text at the prompt. */
  async function type(text) {
    const cell = book.last;
    cell.editor.value = text;
    await book.run(cell);
  }

  const steps = make('div', {className: 'tools steps', role: 'toolbar', ariaLabel: 'Lesson', hidden: true},
    ...['next', 'back', 'check', 'hint'].map((word) => button(word, () => type(word))));
  at('cells').after(steps);
  book.onrest = () => {
    steps.hidden = !/^(lesson|course|next|back|check|hint)\b/.test(book.texts.at(-1) ?? '');
  };

  // The rest

  at('progress').onclick = () => {
    const text = kept.get();
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
      tell(`The engine stopped: ${reason}.`);
      book.open();
    }
  };

  async function start() {
    if (kept.get()) engine.put(progressFile, kept.get());
    await book.open();
    const {texts, files = {}} = JSON.parse(at('start').textContent);
    for (const [name, text] of Object.entries(files)) engine.put(name, text);
    if (!await follow()) await book.replace((await Promise.all(texts.map(sections))).flat());
    await listLessons(Object.keys(files));
    document.documentElement.dataset.started = 'true';
  }
  start();
}
