export type { MemberDevice, PointsProgramme, ProgrammeFailure } from './programme.port.ts';
