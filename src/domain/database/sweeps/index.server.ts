export { lockSweepMark, moveSweepMark } from './sweep-mark.repository.server.ts';
