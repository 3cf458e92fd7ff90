/** Size of an image in CSS pixels, so that a page can keep its place free. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads the size that an SVG's root or a PNG's header (ISO/IEC 15948, IHDR) states; `null` when it states none. */
export function readImageSize(file: Uint8Array): ImageSize | null {
  if (pngMark.every((byte, at) => file[at] === byte) && file.length >= 24) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  const root = /^\s*<svg\s[^>]*>/.exec(new TextDecoder().decode(file.subarray(0, 2_000)))?.[0] ?? '';
  const side = (name: string) => Number(new RegExp(`\\s${name}="([0-9.]+)(?:px)?"`).exec(root)?.[1]);
  const [width, height] = [side('width'), side('height')];
  return width > 0 && height > 0 ? { width, height } : null;
}
