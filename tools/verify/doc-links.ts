import path from 'node:path';

/** Valid targets of a page's links. */
export interface Landscape {
  /** Whether a file or folder of the repository exists. */
  readonly exists: (file: string) => boolean;
  /** Names of package.json's scripts. */
  readonly scripts: ReadonlySet<string>;
}

const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
const codePath = /`((?:src|sandbox|tests|tools|bench|brands|docs|migrations)\/[^`\s<>*…,{}]*)`/g;
const script = /npm run ([a-z][\w:-]*)/g;

/** Links, paths in code style and npm scripts of a Markdown page without a target. A path with `<…>` or `*` is a pattern. */
export function docProblems(page: string, text: string, { exists, scripts }: Landscape): string[] {
  const links = [...text.matchAll(link)].map(([, target = '']) => path.posix.join(path.posix.dirname(page), target));
  const paths = [...text.matchAll(codePath)].map(([, target = '']) => target);
  const missing = [...links, ...paths].filter((target) => !exists(target));
  const unknown = [...text.matchAll(script)].map(([, name = '']) => name).filter((name) => !scripts.has(name));
  return [
    ...missing.map((target) => `${page} points to ${target}, which does not exist`),
    ...unknown.map((name) => `${page} says npm run ${name}, which is no script`),
  ];
}
