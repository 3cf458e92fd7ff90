export type { Data } from '../steps/greeting/greeting-page.tsx';
