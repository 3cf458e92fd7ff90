export { Page } from './use-lead.ts';
