import type { Visitor } from '#tests/support/http/visitor.ts';
import { Violation } from './violation.ts';

export interface Page {
  readonly status: number;
  /** Where it leads; empty: nowhere. */
  readonly to: string;
  readonly text: string;
}

/** A page as the browser gets it, after `form` was sent to it, where one is. No page may fail. */
export async function visit(visitor: Visitor, path: string, form?: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await visitor.ask(form ? 'POST' : 'GET', path, form ? { form } : {});
  const page = {
    status: answer.status,
    to: answer.headers.location ?? '',
    text: answer.body.toString(),
  };
  if (page.status >= 500) throw new Violation(`${path.split('?')[0]} failed with ${page.status}`);
  return page;
}

/** The value of a field that a page's form holds; null when it has none of that name. */
export function fieldOf({ text }: Page, name: string): string | null {
  const tag = text.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0];
  return tag === undefined ? null : (/value="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
}

export function hasButton({ text }: Page, value: string): boolean {
  return [...text.matchAll(/<button[^>]*>/g)].some(([tag]) => tag.includes(`value="${value}"`));
}
