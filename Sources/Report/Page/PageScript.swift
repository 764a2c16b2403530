/// The script of pages, without which they can be read: it sorts, filters, zooms, and explains marks.
enum PageScript {
  /// The digest of the script, since a page allows this one and no other.
  static let hash = "sha256-Ug6T0EsX0rxQ0O6neOvAOQrGhts1pdMXXv8nIGz9hwE="

  static let text: StaticString = """
    'use strict';
    (() => {
    const all = (query, from = document) => [...from.querySelectorAll(query)];
    const make = (name, properties = {}, ...content) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...content);
      return element;
    };
    const status = make('p', {className: 'skip'});
    status.setAttribute('role', 'status');
    // What is searched, before there are buttons.
    const entries = all('.entry'), texts = new Map(entries.map((entry) => [entry, entry.textContent.toLowerCase()]));

    // What a mark means, beside the pointer or the mark that has the focus.
    const tip = make('div', {className: 'tip', hidden: true});
    const showTip = (mark) => {
      tip.textContent = mark.getAttribute('aria-label');
      tip.hidden = false;
      const place = mark.getBoundingClientRect(), room = document.documentElement.clientWidth;
      tip.style.left = Math.max(4, Math.min(place.left, room - tip.offsetWidth - 4)) + scrollX + 'px';
      const isLow = place.bottom + 6 + tip.offsetHeight > document.documentElement.clientHeight;
      tip.style.top = (isLow ? place.top - 6 - tip.offsetHeight : place.bottom + 6) + scrollY + 'px';
    };
    const hideTip = () => { tip.hidden = true; };
    for (const image of all('figure svg')) {
      const marks = all('g[role=img]', image);
      // One stop for the tabulator key; the arrows go from mark to mark.
      marks.forEach((mark, index) => {
        mark.setAttribute('tabindex', index ? '-1' : '0');
        for (const title of all('title', mark)) title.remove();
        mark.addEventListener('focus', () => showTip(mark));
        mark.addEventListener('blur', hideTip);
        mark.addEventListener('pointerenter', () => showTip(mark));
        mark.addEventListener('pointerleave', hideTip);
      });
      image.addEventListener('keydown', (event) => {
        const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity};
        const step = steps[event.key], here = marks.indexOf(document.activeElement);
        if (step === undefined || here < 0) return;
        event.preventDefault();
        const next = marks[Math.min(Math.max(here + step, 0), marks.length - 1)];
        marks[here].setAttribute('tabindex', '-1');
        next.setAttribute('tabindex', '0');
        next.focus();
      });
    }
    addEventListener('keydown', (event) => { if (event.key === 'Escape') hideTip(); });

    // Larger and smaller images.
    for (const figure of all('figure')) {
      const image = figure.querySelector('svg');
      const [width, height] = [image.getAttribute('width'), image.getAttribute('height')].map(Number);
      let scale = 1;
      const zoom = (factor) => {
        scale = factor ? Math.min(Math.max(scale * factor, 0.25), 16) : 1;
        figure.classList.toggle('large', factor !== 0);
        image.setAttribute('width', width * scale);
        image.setAttribute('height', height * scale);
      };
      const button = (text, name, factor) => {
        const made = make('button', {type: 'button', textContent: text, onclick: () => zoom(factor)});
        made.setAttribute('aria-label', name);
        return made;
      };
      figure.tabIndex = 0;
      figure.setAttribute('aria-label', 'Image, which can be scrolled');
      figure.before(make('div', {className: 'tools'}, button('+', 'Enlarge the image', 1.5),
        button('−', 'Make the image smaller', 1 / 1.5), button('Fit', 'Fit the image to the page', 0)));
    }

    // Tables: sorted by a column, and reduced to the rows that have some words.
    const units = {ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, min: 60, m: 60, h: 3600, '%': 0.01};
    const size = (text) => {
      // Only a whole cell is a figure, such as '1.5ms', '2m5s', '80/s', '1,000', '99.9%' or '3 of 4'.
      const figure = text.replaceAll(',', '').match(/^([-+]?)([0-9][0-9.]*(?:e[-+]?[0-9]+)?)((?:ns|us|µs|ms|min|s|m|h|%|[0-9.]+)*)([/]s)?( .*)?$/);
      if (!figure) return undefined;
      const parts = [...(figure[2] + figure[3]).matchAll(/([0-9.]+(?:e[-+]?[0-9]+)?)(ns|us|µs|ms|min|s|m|h|%)?/g)];
      const sum = parts.reduce((sum, part) => sum + part[1] * (units[part[2]] ?? 1), 0);
      return figure[1] === '-' ? -sum : sum;
    };
    const compare = (one, other) => {
      const [a, b] = [size(one), size(other)];
      if (a !== undefined && b !== undefined) return a - b;
      return (a === undefined) - (b === undefined) || (one < other ? -1 : one > other ? 1 : 0);
    };
    for (const table of all('table')) {
      const body = table.tBodies[0], rows = [...body.rows], heads = all('thead th', table);
      heads.forEach((head, column) => {
        if (!head.textContent || rows.length < 2) return;
        const button = make('button', {type: 'button', textContent: head.textContent});
        head.replaceChildren(button);
        button.onclick = () => {
          const order = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
          heads.forEach((other) => other.removeAttribute('aria-sort'));
          head.setAttribute('aria-sort', order);
          const sign = order === 'ascending' ? 1 : -1, text = (row) => row.cells[column].textContent;
          body.append(...[...rows].sort((one, other) => sign * compare(text(one), text(other))));
        };
      });
      if (rows.length < 8) continue;
      const field = make('input', {type: 'search', placeholder: 'Filter the rows'});
      field.setAttribute('aria-label', 'Filter the rows');
      field.oninput = () => {
        const words = field.value.toLowerCase();
        for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
        status.textContent = rows.filter((row) => !row.hidden).length + ' of ' + rows.length + ' rows';
      };
      table.parentElement.before(make('div', {className: 'tools'}, field));
    }

    // What of the page is shown.
    const parts = {Text: '.narration', Images: 'figure', Tables: '.table', Notes: '.note'};
    const search = make('input', {type: 'search', placeholder: 'Filter the page'});
    search.setAttribute('aria-label', 'Filter the page');
    const boxes = Object.keys(parts).map((name) => ({name, box: make('input', {type: 'checkbox', checked: true})}));
    const missed = make('input', {type: 'checkbox'});
    const show = () => {
      const words = search.value.toLowerCase();
      for (const entry of entries) {
        entry.hidden = missed.checked && !entry.classList.contains('missed')
          || !texts.get(entry).includes(words);
      }
      for (const {name, box} of boxes) for (const part of all(parts[name])) {
        part.hidden = !box.checked || part.matches('.entry') && part.hidden;
      }
      for (const tools of all('.tools')) {
        const next = tools.nextElementSibling;
        if (next) tools.hidden = next.hidden;
      }
      status.textContent = entries.filter((entry) => !entry.hidden).length + ' of ' + entries.length + ' entries';
    };
    for (const input of [search, missed, ...boxes.map(({box}) => box)]) input.oninput = show;
    const bar = make('div', {className: 'tools bar'}, search,
      ...boxes.map(({name, box}) => make('label', {}, box, ' ' + name)));
    if (all('.missed').length) bar.append(make('label', {}, missed, ' Only what was missed'));
    bar.setAttribute('role', 'search');
    document.querySelector('main').before(bar);
    document.body.append(tip, status);
    // A link leads to what a filter hides.
    addEventListener('click', (event) => {
      const link = event.target.closest?.('a[href^="#"]');
      if (!link || !document.getElementById(link.hash.slice(1))?.hidden) return;
      search.value = '';
      missed.checked = false;
      show();
    });

    // The text that runs it again.
    for (const section of all('.rerun')) {
      const text = section.querySelector('pre');
      const button = make('button', {type: 'button', textContent: 'Copy the text'});
      button.onclick = async () => {
        getSelection().selectAllChildren(text);
        try { await navigator.clipboard.writeText(text.textContent); status.textContent = 'copied'; }
        catch { status.textContent = 'selected: copy it with the keyboard'; }
      };
      text.before(make('div', {className: 'tools'}, button));
    }
    })();
    """
}
