export { type SignInFailure, signInStaff } from './sign-in.server.ts';
export {
  endOwnSession,
  endSessionsOfSubject,
  findStaffSession,
  recordDirectoryCheck,
  refreshTokenOf,
  renewAuthentication,
  type StaffSession,
  staffSessionsOf,
  sweepStaffSessions,
} from './staff-session.server.ts';
export { markSessionsEnded } from './staff-session.repository.server.ts';
