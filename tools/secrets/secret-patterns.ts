/** A kind of secret, by the format that its issuer uses. */
export interface FoundSecret {
  readonly kind: string;
  readonly at: string;
}

const shapes: readonly (readonly [string, RegExp])[] = [
  ['private key', /-----BEGIN (?:RSA |EC |OPENSSH |DSA |ENCRYPTED )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{20,}/],
  ['AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20,}\b/],
  ['Google key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['Stripe key', /\b[rs]k_live_[0-9A-Za-z]{20,}\b/],
  ['Pagar.me key', /\bsk_(?!test_)[a-z0-9]{32,}\b/],
  ['Culqi key', /\bsk_live_[0-9A-Za-z]{16,}\b/],
  ['Mercado Pago token', /\bAPP_USR-\d{10,}-\d{6}-[0-9a-f]{32}-\d+\b/],
  ['SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  ['signed token', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}\b/],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|mysql|mongodb|redis|smtps?|amqp):\/\/[^\s:@/'"`$]+:(?!\.\.\.|…)[^\s:@/'"`$<>]{8,}@(?!localhost|127\.0\.0\.1)/,
  ],
];

/** Secrets in a text, by kind and line; never their value. */
export function secretsIn(file: string, text: string): FoundSecret[] {
  return shapes.flatMap(([kind, shape]) => {
    const match = shape.exec(text);
    if (!match) return [];
    return [{ kind, at: `${file}:${text.slice(0, match.index).split('\n').length}` }];
  });
}
