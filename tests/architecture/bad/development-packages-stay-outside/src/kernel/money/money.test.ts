export { property } from 'fast-check';
