import type { ComponentType } from 'react';
import type { Cure } from '#src/domain/documents/timeline/index.ts';
import { saleSheets as sheets } from '../../actions/sale-sheets.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';

/** What a command's sheet is given. It asks the page to read the sale again by `onDone`. */
export interface SaleActionProps {
  readonly answer: SaleAnswer;
  /** The attempt, refund, exception, e-mail or event that the explanation is about. */
  readonly about: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Commands of the sale page that open a sheet on it. */
export const saleSheets: Readonly<Partial<Record<Cure, ComponentType<SaleActionProps>>>> = sheets;

/** Commands that are worked on a screen of their own. */
export const saleScreens: Readonly<Partial<Record<Cure, (answer: SaleAnswer, about: string | null) => string>>> = {
  'refund.approve': () => '/approvals',
  'task.work': (_answer, about) => `/tasks${about === null ? '' : `?open=${encodeURIComponent(about)}`}`,
  'payout.record': (_answer, about) => `/tasks${about === null ? '' : `?open=${encodeURIComponent(about)}`}`,
  'dispute.answer': (_answer, about) => (about === null ? '/disputes' : `/disputes/${encodeURIComponent(about)}`),
  'webhook.replay': () => '/integrations',
};
