export { value } from '../stories/story.ts';
