export { value } from '../payments/index.ts';
export type { BaseContext } from '../base-context.server.ts';
