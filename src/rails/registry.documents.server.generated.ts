// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railDocuments as railDocumentsBankSlip } from './bank-slip/documents.server.ts';

export const railDocuments = {
  'bank-slip': railDocumentsBankSlip,
};
