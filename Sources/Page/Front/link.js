/** A session in the address of the page, and back. */
const Link = {
  async packed(data) {
    const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  },

  async unpacked(text) {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return JSON.parse(await new Response(stream).text());
  },

  /** The address of the texts, with the digest of their results. */
  async address(texts, digest) {
    return `${location.href.split('#')[0]}#1.${await Link.packed({texts, digest})}`;
  },

  /** What an address holds, or `null` for one without a session; throws if it is damaged. */
  async content(address) {
    const [, packed] = /#1\.(.*)$/.exec(address) ?? [];
    if (!packed) return null;
    const {texts, digest} = await Link.unpacked(packed);
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) throw new TypeError();
    return {texts, digest: typeof digest === 'string' ? digest : null};
  },
};
