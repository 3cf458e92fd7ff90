import type { Scope } from './staff-actor.types.ts';

const word = '[a-z0-9][a-z0-9-]*';
/** Sellers' and units' words are the brand's own data: they may have a dot or an underscore. */
const inner = '[A-Za-z0-9][A-Za-z0-9._-]*';
const shape = new RegExp(`^(?:\\*|(?:business|brand):${word}|(?:unit|seller):${word}/${inner})$`);

/** Whether a text is a scope, as grants are stored with it. It says nothing about whether the brand exists. */
export function isScope(text: string): text is Scope {
  return text.length <= 128 && shape.test(text);
}

/** The parts of a scope: `brand:wise-up` is `{ kind: 'brand', of: 'wise-up', part: null }`. */
export function partsOfScope(scope: Scope): {
  readonly kind: 'all' | 'business' | 'brand' | 'unit' | 'seller';
  /** The brand, or the business; empty for everything. */
  readonly of: string;
  /** The unit or the seller. */
  readonly part: string | null;
} {
  const [, kind, of = '', part] = /^(business|brand|unit|seller):([^/]+)(?:\/(.+))?$/.exec(scope) ?? [];
  if (kind !== 'business' && kind !== 'brand' && kind !== 'unit' && kind !== 'seller')
    return { kind: 'all', of: '', part: null };
  return { kind, of, part: part ?? null };
}
