import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrandFolder, BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';

type Report = (problem: BrandProblem) => void;

/** Size limit of an image: above it, a logo would weigh more than the page's script. */
const largest = 20_000;

/** SVG features that our drawings do not need and that attacks use. */
const dangers: readonly [RegExp, string][] = [
  [/<script[\s>/]/i, 'holds a script'],
  [/\son[a-z]+\s*=/i, 'holds an event handler'],
  [/<foreignObject[\s>/]/i, 'holds foreign content'],
  [/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i, 'declares a document type, an entity or a stylesheet'],
  [/(?:href|src)\s*=\s*["'](?!#)/i, 'refers to something outside itself'],
  [/url\(\s*["']?(?!#)/i, 'refers to something outside itself'],
  [/@import|javascript:|<(?:iframe|embed|object|style|animate|set)[\s>/]/i, 'holds active content'],
];

/** Every image of a folder: safe, small, with its own size, and used. */
export function checkImages(brandsDir: string, source: BrandSource, report: Report): void {
  for (const folder of [source.base, ...source.variants.values()]) {
    const mentioned = mentions(source, folder);
    for (const name of folder.images.keys()) {
      const file = `${folder.path}/images/${name}`;
      const say = (message: string) => report({ file, key: '', message });
      const content = readFileSync(path.join(brandsDir, file));
      if (content.length > largest) say(`is ${content.length} bytes, more than ${largest}`);
      if (!mentioned.has(name)) say('is used by no file of the brand');
      if (name.endsWith('.svg')) checkDrawing(content.toString('utf8'), say);
    }
  }
}

/** Problems of an SVG drawing that buyers see. */
export function checkDrawing(text: string, say: (message: string) => void): void {
  const found = new Set(dangers.filter(([pattern]) => pattern.test(text)).map(([, message]) => message));
  for (const message of found) say(message);
  const root = /^\s*<svg\s[^>]*>/.exec(text)?.[0];
  if (!root || !/<\/svg>\s*$/.test(text)) say('is no SVG drawing');
  else if (!/\sviewBox="/.test(root) || !/\swidth="/.test(root) || !/\sheight="/.test(root))
    say('has no viewBox, width and height: the page would move when it arrives');
}

/** Every text in the files that may use the folder's images. */
export function mentions(source: BrandSource, folder: BrandFolder): ReadonlySet<string> {
  const users = folder === source.base ? [source.base, ...source.variants.values()] : [folder];
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) walk(inner);
  };
  for (const user of users) for (const tree of user.files.values()) walk(tree);
  return found;
}
