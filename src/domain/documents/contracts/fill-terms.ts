import type { ContractTerms, DocumentBlock, TermsPart } from './contract.types.ts';

/** Facts by name as finished text; an entry of a list has facts of its own. */
export type FactTexts = Readonly<Record<string, string>>;

export interface ContractFacts {
  readonly texts: FactTexts;
  /** The conditions that hold. */
  readonly holds: ReadonlySet<string>;
  readonly lists: Readonly<Record<string, readonly FactTexts[]>>;
}

/** Fills terms with the facts of one sale. Throws for a missing fact. */
export function fillTerms({ title, sections }: ContractTerms, facts: ContractFacts): DocumentBlock[] {
  const filled = sections.map(({ title: heading, parts }) => ({
    heading: fill(heading, facts.texts),
    blocks: parts.filter((part) => isIncluded(part, facts)).flatMap((part) => blocksOf(part, facts)),
  }));
  const shown = filled.filter(({ blocks }) => blocks.length > 0);
  return [
    { kind: 'title', text: fill(title, facts.texts) },
    ...shown.flatMap(({ heading, blocks }, index): DocumentBlock[] => [
      { kind: 'heading', text: `${index + 1}. ${heading}` },
      ...blocks,
    ]),
  ];
}

function isIncluded({ when }: TermsPart, { holds }: ContractFacts): boolean {
  return when === null || holds.has(when.fact) === when.holds;
}

function blocksOf({ kind, text, each }: TermsPart, { texts, lists }: ContractFacts): DocumentBlock[] {
  if (each === null) return [{ kind, text: fill(text, texts) }];
  return (lists[each] ?? []).map((entry) => ({ kind, text: fill(text, { ...texts, ...entry }) }));
}

function fill(text: string, texts: FactTexts): string {
  return text.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = texts[name];
    if (value === undefined) throw new Error(`The contract has no fact ${name}`);
    return oneLine(value);
  });
}

/** A fact as one line, so that what a buyer typed cannot begin a paragraph of its own. */
export function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029 ]+/gu, ' ').trim();
}
