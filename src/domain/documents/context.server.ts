import type { RefundsContext } from '../refunds/context.server.ts';
import type { DocumentsPort } from './contracts/index.ts';
import type { FiscalAuthority } from './fiscal-notes/index.ts';

/** What a use case about documents, and of every area above it, is handed. */
export interface DocumentsContext extends RefundsContext {
  /** The brands' terms, companies and looks, and words for papers; absent where nobody composes any. */
  readonly documents?: DocumentsPort;
  /** Who issues fiscal notes, where there is a contract with one. */
  readonly fiscalAuthority?: FiscalAuthority | null;
}
