export type { Visit } from '../site/visit.ts';
