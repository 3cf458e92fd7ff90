/** Nobody's (RFC 2606): no letter is ever sent there. The address of whoever was erased ends with it. */
export const erasedDomain = 'erased.invalid';

/** Whether nothing is known any more of the person of a lead: whoever still has a link to it is nobody's buyer. */
export function isErased({ email }: { readonly email: string }): boolean {
  return email.endsWith(`@${erasedDomain}`);
}
