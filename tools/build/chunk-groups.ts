import type { Rolldown } from 'vite';
import type { BuildPart } from './page-parts.ts';
import { partEntry } from './page-parts.ts';
import { type BuildPage, entryName } from './vite-config.ts';

/** Modules of at least this share of the pages are in one file for all; other pages need not load rarer ones. */
const sharedBy = 0.35;
/** Small modules that forms and their rules import, which cost more as files of their own than in the shared one. */
const ofForms =
  /[\\/]src[\\/](ui[\\/](choice[\\/]checkbox|field[\\/]select-field|storage[\\/])|kernel[\\/](locale[\\/]markets|result[\\/]result)\.|apps[\\/]checkout[\\/]site[\\/]send-form)/;

const reactFiles = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
/** Modules that most parts use: fields and codes of payments, and the rules of documents. */
const madeForParts =
  /[\\/]src[\\/](ui[\\/]payment[\\/]|kernel[\\/]validation[\\/](registry|buyer-document|document|cpf|cnpj|nuit|peru-documents|check-digits)\.)/;
const insideRail = /[\\/]src[\\/]rails[\\/][^\\/]+[\\/]/;

type Groups = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups'];
type GetInfo = Rolldown.PluginContext['getModuleInfo'];

/** The pages and parts that reach a module by imports. */
interface Reach {
  readonly pages: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
}

/**
 * Groups of modules that share a file: React; modules that many pages share; and, for each kind of part, the modules that
 * its parts have in common. The groups do not depend on the number of parts: a new rail changes no file of documents
 * without it.
 */
export function chunkGroups(pages: readonly BuildPage[], parts: readonly BuildPart[]): NonNullable<Groups> {
  const pageEntries = new Map(pages.map((page) => [`\0${entryName(page)}`, page.id]));
  const partEntries = new Map(parts.map((part) => [`\0${partEntry(part)}`, part]));
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  const known = new Map<string, Reach>();
  const many = Math.max(2, Math.ceil(pages.length * sharedBy));

  const reachOf = (start: string, getInfo: GetInfo): Reach => {
    const there = known.get(start);
    if (there) return there;
    const reached = { pages: new Set<string>(), parts: new Set<string>() };
    const seen = new Set([start]);
    for (const id of seen) {
      const page = pageEntries.get(id);
      const part = partEntries.get(id);
      if (page !== undefined) reached.pages.add(page);
      if (part) reached.parts.add(part.kind);
      for (const importer of getInfo(id)?.importers ?? []) seen.add(importer);
    }
    known.set(start, reached);
    return reached;
  };
  /** Pages that show parts of a kind: those that import its empty list. */
  const showing = (kind: string, getInfo: GetInfo): ReadonlySet<string> => {
    const list = parts.find((part) => part.kind === kind)?.registry ?? '';
    return reachOf(list, getInfo).pages;
  };
  const isShared = (id: string, getInfo: GetInfo): boolean =>
    reachOf(id, getInfo).pages.size >= many || ofForms.test(id);
  const groundOf = (id: string, getInfo: GetInfo): string | null => {
    const reached = reachOf(id, getInfo);
    // An entry hydrates its page when it runs: parts that other pages load must not import its file.
    if (insideRail.test(id) || partEntries.has(id) || pageEntries.has(id)) return null;
    if (madeForParts.test(id)) return reached.parts.size === 1 ? `ground-${[...reached.parts].join('')}` : null;
    const kind = kinds.find((one) => {
      const where = showing(one, getInfo);
      return where.size > 0 && where.size === reached.pages.size && [...where].every((page) => reached.pages.has(page));
    });
    // Modules that parts of another kind also use would make their pages load this kind's group.
    return kind === undefined || [...reached.parts].some((other) => other !== kind) ? null : `ground-${kind}`;
  };
  return [
    { name: 'react', test: reactFiles, priority: 3 },
    {
      name: (id, context) => (isShared(id, (other) => context.getModuleInfo(other)) ? 'shared' : null),
      debugName: 'shared',
      priority: 2,
    },
    {
      name: (id, context) => groundOf(id, (other) => context.getModuleInfo(other)),
      debugName: 'ground',
      priority: 1,
    },
  ];
}
