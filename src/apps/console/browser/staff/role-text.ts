import type { Translator } from '#src/ui/words/translator.ts';

/** A role in words; a word that this release does not know stays as it is. */
export function roleText(t: Translator, role: string): string {
  const key = `staff.role.${role}`;
  return t.has(key) ? t(key) : role;
}

/** A scope in words: `brand:wise-up` is “Wise Up” where the reader sees that brand. */
export function scopeText(t: Translator, scope: string, nameOf: (brand: string) => string): string {
  if (scope === '*') return t('staff.scope.all');
  const [kind = '', rest = ''] = scope.split(':');
  const [of = '', part] = rest.split('/');
  if (kind === 'business') return t('staff.scope.business', { name: of });
  return part === undefined ? nameOf(of) : t(`staff.scope.${kind}`, { part, name: nameOf(of) });
}
