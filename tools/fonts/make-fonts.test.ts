import { readFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { type BrandSource, readBrandSources } from '#src/branding/files/brand-folder.server.ts';
import { describeProblem } from '#src/branding/files/brand-problem.ts';
import type { JsonValue } from '#src/branding/files/merge-patch.ts';
import { layeredTree } from '#src/branding/files/read-layered.server.ts';
import { themeOwners } from '#src/branding/theme/compile-themes.server.ts';
import { projectRoot } from '../brands/brand-files.ts';
import { characterSets } from './characters.ts';
import { makeFonts } from './make-fonts.ts';
import { measureFont } from './sfnt.ts';
import { fallbackFontFor } from './fallback-fonts.ts';

async function make(faces: JsonValue) {
  const problems: string[] = [];
  const source: BrandSource = {
    name: 'school',
    base: {
      path: 'school',
      files: new Map([['fonts.json', { faces }]]),
      images: new Map(),
      media: new Set(),
      texts: new Map(),
      terms: new Map(),
    },
    variants: new Map(),
  };
  const fonts = await makeFonts(projectRoot, [source], (problem) => problems.push(describeProblem(problem)));
  return { fonts, problems };
}

const figtree = { family: 'Figtree', package: '@fontsource/figtree', weight: 400, characters: 'text', standIn: 'sans' };

describe('fonts', () => {
  test('of each brand are at most two files and 16,000 bytes together, and small', async () => {
    const problems: string[] = [];
    const sources = readBrandSources(path.join(projectRoot, 'brands'), (problem) =>
      problems.push(describeProblem(problem)),
    );
    const { faces, files } = await makeFonts(projectRoot, sources, (problem) =>
      problems.push(describeProblem(problem)),
    );
    expect(problems).toEqual([]);
    expect(faces.size).toBe(themeOwners(sources).filter(({ layers }) => layeredTree(layers, 'fonts.json')).length);
    for (const own of faces.values()) {
      expect(own.length).toBeLessThanOrEqual(2);
      expect(own.reduce((sum, face) => sum + face.bytes, 0)).toBeLessThanOrEqual(16_000);
    }
    expect(faces.get('meusucesso.mz')).toEqual(faces.get('meusucesso'));
    expect(new Set(files.map((file) => file.path)).size).toBe(files.length);
  });

  test('have names that change with their content, and rules that point to them', async () => {
    const { fonts } = await make([figtree]);
    const [face] = fonts.faces.get('school') ?? [];
    expect(face?.href).toMatch(/^\/fonts\/figtree-400-[0-9a-f]{10}\.woff2$/);
    expect(face?.css).toContain(`src:url(${face?.href}) format("woff2");font-weight:400;font-display:optional`);
    expect(face?.standIn).toBe('Figtree Stand-in');
    const again = await make([{ ...figtree, characters: 'display' }]);
    expect(again.fonts.faces.get('school')?.[0]?.href).not.toBe(face?.href);
  });

  test.each([
    ['a weight that the package lacks', [{ ...figtree, weight: 450 }], 'school/fonts.json: faces.0: there is no'],
    [
      'a package that is not there',
      [{ ...figtree, package: '@fontsource/no-such-family' }],
      'school/fonts.json: faces.0: there is no',
    ],
    [
      'a package from elsewhere',
      [{ ...figtree, package: '../../etc' }],
      'school/fonts.json: faces.0.package: must be a package @fontsource/…',
    ],
    [
      'a family that breaks out',
      [{ ...figtree, family: 'A";}' }],
      'school/fonts.json: faces.0.family: must be letters, digits and blanks',
    ],
    ['three files', [figtree, figtree, figtree], 'school/fonts.json: faces: a brand has at most two font files'],
    [
      'too many bytes',
      [
        { ...figtree, package: '@fontsource/libre-caslon-text', family: 'Libre Caslon Text' },
        { ...figtree, package: '@fontsource/barlow', family: 'Barlow' },
      ],
      'more than 16000',
    ],
  ])('refuse %s', async (_name, faces, problem) => {
    expect((await make(faces)).problems.join('\n')).toContain(problem);
  });

  test('are measured as their own tables say', async () => {
    const file = readFileSync(
      path.join(projectRoot, 'node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff2'),
    );
    const measures = measureFont(await subsetFont(file, characterSets.text, { targetFormat: 'sfnt' }), 'aa');
    expect(measures).toMatchObject({ ascent: 1, descent: 0.2, lineGap: 0 });
    expect(measures.averageWidth).toBeGreaterThan(0.45);
    expect(measures.averageWidth).toBeLessThan(0.6);
  });

  test('a stand-in takes as much room as the face', () => {
    const measures = { ascent: 1, descent: 0.25, lineGap: 0.1, averageWidth: 0.921 };
    const { name, rule } = fallbackFontFor({ family: 'School', weight: 400, standIn: 'sans', heavy: false }, measures);
    expect(name).toBe('School Stand-in');
    expect(rule).toContain('size-adjust:200%;ascent-override:50%;descent-override:12.5%;line-gap-override:5%');
    expect(rule).toContain('local("Arial")');
    expect(fallbackFontFor({ family: 'School', weight: 700, standIn: 'serif', heavy: false }, measures).rule).toContain(
      'local("Times New Roman Bold")',
    );
    expect(fallbackFontFor({ family: 'Poster', weight: 400, standIn: 'sans', heavy: true }, measures).rule).toContain(
      'local("Arial Bold")',
    );
  });
});
