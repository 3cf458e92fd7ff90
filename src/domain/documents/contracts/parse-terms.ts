import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { TermsPart, TermsSection } from './contract.types.ts';

/** The names that terms may use: `{{name}}` is a fact, `{?name}` a condition, `{each name}` a list. */
export const termFacts = [
  ...['buyer.name', 'buyer.email', 'buyer.phone', 'school.name', 'school.site', 'school.faq'],
  ...['company.name', 'company.tax-id', 'company.address', 'company.city', 'company.email', 'company.phone'],
  ...['product.name', 'plan.name', 'price.total', 'price.discount', 'price.voucher', 'price.date'],
  ...['term.months', 'term.trial', 'term.first-charge', 'term.first-amount', 'renewal.amount', 'renewal.months'],
  ...['withdrawal.days', 'line.title', 'line.amount', 'installment.text'],
] as const;
export const termConditions = [
  ...['voucher', 'installments', 'interest', 'trial', 'renews', 'renews-paid', 'withdrawal', 'several-lines'],
  ...['company-phone', 'ticket', 'student'],
] as const;
export const termLists = ['lines', 'installments'] as const;

export interface TermsText {
  readonly title: string | null;
  readonly sections: readonly TermsSection[];
}

const headingShape = /^## (.+?) \{#([a-z0-9-]+)\}$/;
const markShape = /^\{([?!])([a-z-]+)\}\s*/;
const eachShape = /^\{each ([a-z-]+)\}\s*/;

/**
 * Reads terms from Markdown: a title (`# …`), sections (`## Words {#id}`), paragraphs and items (`- …`). The error is
 * written for the author of the terms.
 */
export function parseTerms(source: string): Result<TermsText, string> {
  let title: string | null = null;
  const sections: { id: string; title: string; parts: TermsPart[] }[] = [];
  for (const chunk of source.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    for (const block of piecesOf(chunk.trim())) {
      if (block === '') continue;
      if (block.startsWith('# ')) {
        title = block.slice(2).trim();
        continue;
      }
      if (block.startsWith('#')) {
        const [, words, id] = headingShape.exec(block) ?? [];
        if (words === undefined || id === undefined) return err(`"${block}" is no heading such as "## Price {#price}"`);
        if (sections.some((one) => one.id === id)) return err(`the section "${id}" stands there twice`);
        sections.push({ id, title: words, parts: [] });
        continue;
      }
      const section = sections.at(-1);
      if (!section) return err('words stand before the first section');
      const part = readPart(block);
      if (!part.ok) return part;
      section.parts.push(part.value);
    }
  }
  return ok({ title, sections });
}

/** A list is a chunk of lines that each begin with a dash; every other chunk is one piece, its lines joined. */
function piecesOf(chunk: string): string[] {
  const lines = chunk.split('\n').map((line) => line.trim());
  if (lines.every((line) => line.startsWith('- '))) return lines;
  const [first = '', ...rest] = lines;
  return first.startsWith('#') ? [first, ...(rest.length > 0 ? [rest.join(' ')] : [])] : [lines.join(' ')];
}

function readPart(block: string): Result<TermsPart, string> {
  const kind = block.startsWith('- ') ? 'item' : 'paragraph';
  let text = kind === 'item' ? block.slice(2).trim() : block;
  const [mark, sign, question] = markShape.exec(text) ?? [];
  if (mark !== undefined) text = text.slice(mark.length);
  const [loop, list] = eachShape.exec(text) ?? [];
  if (loop !== undefined) text = text.slice(loop.length);
  if (question !== undefined && !termConditions.some((one) => one === question))
    return err(`"{${sign ?? ''}${question}}" is none of the questions ${termConditions.join(', ')}`);
  if (list !== undefined && !termLists.some((one) => one === list))
    return err(`"{each ${list}}" is none of the lists ${termLists.join(', ')}`);
  const strange = [...text.matchAll(/\{\{(.*?)\}\}/g)].find(([, name]) => !termFacts.some((one) => one === name));
  if (strange) return err(`"${strange[0]}" is none of the facts ${termFacts.join(', ')}`);
  if (/[{}]/.test(text.replaceAll(/\{\{.*?\}\}/g, ''))) return err(`"${text}" has a brace that nothing reads`);
  // What a buyer typed must not be able to look like a heading or an item of its own.
  if (kind === 'paragraph' && text.startsWith('{{')) return err(`"${text}" begins with a fact; begin with a word`);
  const when = question === undefined ? null : { fact: question, holds: sign === '?' };
  return ok({ kind, text, when, each: list ?? null });
}

/** Merges a brand's terms into the base: sections of the same id replace the base's, new ones come before the last. */
export function mergeTerms(base: TermsText, own: TermsText): TermsText {
  const replaced = base.sections.map((section) => own.sections.find(({ id }) => id === section.id) ?? section);
  const added = own.sections.filter(({ id }) => !base.sections.some((section) => section.id === id));
  const last = replaced.at(-1);
  return {
    title: own.title ?? base.title,
    sections: last ? [...replaced.slice(0, -1), ...added, last] : added,
  };
}
