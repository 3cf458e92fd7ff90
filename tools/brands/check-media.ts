import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import { mentions } from './check-images.ts';

type Report = (problem: BrandProblem) => void;

/** Size limit of a film: a larger one is slow on a phone, and every start of the product reads it. */
const largestFilm = 2_000_000;
const largestText = 100_000;

/** Every film, caption file and Markdown page of a brand: of the type that its name says, small, and used. */
export function checkMedia(brandsDir: string, source: BrandSource, report: Report): void {
  for (const folder of [source.base, ...source.variants.values()]) {
    const mentioned = mentions(source, folder);
    const files = [
      ...[...folder.media].map((name) => ({ name, holder: 'media', largest: largestFilm })),
      ...[...folder.texts.keys()].map((name) => ({ name, holder: 'texts', largest: largestText })),
    ];
    for (const { name, holder, largest } of files) {
      const file = `${folder.path}/${holder}/${name}`;
      const say = (message: string) => report({ file, key: '', message });
      const content = readFileSync(path.join(brandsDir, file));
      if (content.length > largest) say(`is ${content.length} bytes, more than ${largest}`);
      if (!mentioned.has(name)) say('is used by no file of the brand');
      const wrong = mistakeIn(name, content);
      if (wrong) say(wrong);
    }
  }
}

/** Problems of a file, by the signature of its type: MP4 (ISO 14496-12), WebM (RFC 9559), WebVTT, Markdown. */
export function mistakeIn(name: string, content: Buffer): string | null {
  if (name.endsWith('.mp4')) return content.toString('latin1', 4, 8) === 'ftyp' ? null : 'is no MP4 film';
  if (name.endsWith('.webm')) return content.toString('hex', 0, 4) === '1a45dfa3' ? null : 'is no WebM film';
  const text = content.toString('utf8');
  if (name.endsWith('.vtt')) {
    if (!/^\uFEFF?WEBVTT(?:[ \t][^\n]*)?\r?\n/.test(text)) return 'is no WebVTT';
    return text.includes(' --> ') ? null : 'has no captions';
  }
  const headings = text.match(/^# \S/gm) ?? [];
  return headings.length === 1 ? null : `has ${headings.length} headings of the first rank, and needs one`;
}
