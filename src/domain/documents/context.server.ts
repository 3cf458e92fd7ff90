import type { RefundsContext } from '../refunds/context.server.ts';
import type { DocumentsPort } from './contracts/index.ts';
import type { FiscalAuthority } from './fiscal-notes/index.ts';

/** What a use case about documents, and of every area above it, is handed. */
export interface DocumentsContext extends RefundsContext {
  /** The brands' terms, companies and looks, and the copy of documents; absent where none are made. */
  readonly documents?: DocumentsPort;
  /** The issuer of fiscal notes; absent where none is configured. */
  readonly fiscalAuthority?: FiscalAuthority | null;
}
