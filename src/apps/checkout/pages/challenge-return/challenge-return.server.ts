import { defineBarePage, show } from '../../web/page.server.ts';
import type { ChallengeReturnData } from './challenge-return-page.tsx';

export const page = defineBarePage<ChallengeReturnData>({ load: () => show<ChallengeReturnData>({}) });
