/** Ends the start with a sentence that names the remedy, without a stack. */
export class StartupError extends Error {}

/** The environment's addresses that the process opens. */
interface OpenedAddresses {
  readonly host: string;
  readonly port: number;
  readonly cardFieldsPort: number;
  readonly console: { readonly port: number } | null;
  readonly sandbox: { readonly port: number; readonly smtpPort: number } | null;
}

/** The sentence for an error that ended the start, or null for an unexpected error whose stack is needed. */
export function describeStartupError(error: unknown, env: OpenedAddresses): string | null {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error) || !('code' in error) || !('port' in error)) return null;
  const variable = new Map<unknown, string>([
    [env.port, 'PORT'],
    [env.cardFieldsPort, 'CARD_FIELDS_PORT'],
    [env.console?.port, 'CONSOLE_PORT'],
    [env.sandbox?.port, 'SANDBOX_PORT'],
    [env.sandbox?.smtpPort, 'SANDBOX_SMTP_PORT'],
  ]).get(error.port);
  if (variable === undefined) return null;
  if (error.code === 'EADDRINUSE') {
    return `Port ${env.host}:${String(error.port)} is taken by another program. Stop it, or set ${variable} to a free port.`;
  }
  if (error.code === 'EACCES')
    return `This user may not open port ${String(error.port)}. Set ${variable} to one above 1023.`;
  return null;
}
