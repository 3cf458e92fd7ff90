export { value } from './nowhere.ts';
