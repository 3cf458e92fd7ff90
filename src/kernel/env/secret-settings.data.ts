/**
 * Our own settings that hold a secret, whole or as part of an address: each may be given as a file's path in `<NAME>_FILE`
 * instead. Secrets of companies are known by how they are read (`SecretValues.secret`).
 */
export const secretSettings: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'DATABASE_OWNER_URL', 'CONSOLE_READ_URL', 'SMTP_URL'],
  ...['COOKIE_SECRET', 'ENCRYPTION_KEY', 'ENCRYPTION_OLD_KEYS', 'SIGNING_KEY', 'WEBHOOK_KEY'],
  ...['OPERATOR_TOKEN', 'OPERATOR_TOKENS', 'METRICS_TOKEN', 'SENTRY_DSN', 'ANALYTICS_SECRETS'],
]);
