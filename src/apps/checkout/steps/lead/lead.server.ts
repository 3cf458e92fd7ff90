import { definePage } from '../../web/page.server.ts';
import type { LeadData } from './lead-page.tsx';
