export type { Data } from '../open/open-page.tsx';
