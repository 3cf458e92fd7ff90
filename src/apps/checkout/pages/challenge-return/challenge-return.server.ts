import { definePublicPage, show } from '../../framework/page.server.ts';
import type { ChallengeReturnData } from './challenge-return-page.tsx';

export const page = definePublicPage<ChallengeReturnData>({ load: () => show<ChallengeReturnData>({}) });
