/** What a test may have as a tag. One without any is run by `npm test`. */
export const testTags = [
  { name: 'deep', description: 'left to `npm run test:deep`' },
  {
    name: 'long',
    description: 'in `npm test` a short form of it: fewer rounds, kills or brands; in `npm run test:deep` the whole',
  },
] as const;

/** Options of a test that is left to `npm run test:deep`. */
export const deep: { readonly tags: 'deep'[] } = { tags: ['deep'] };
/** Options of a test that has a short form. */
export const long: { readonly tags: 'long'[] } = { tags: ['long'] };

const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The first in `npm test`, the second in `npm run test:deep`: how often, how long, or over which cases. */
export function byDepth<T>(brief: T, whole: T): T {
  return isDeep ? whole : brief;
}

/** For a case that stands for its like: the others are left to `npm run test:deep`. */
export function deepUnless(standsForAll: boolean): { readonly tags: 'deep'[] } {
  return standsForAll ? { tags: [] } : deep;
}
