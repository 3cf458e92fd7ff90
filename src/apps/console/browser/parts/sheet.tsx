import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** For what is as wide as a page of paper. */
  readonly isWide?: boolean;
  /** Nothing in it takes the focus: it takes it itself, so that keys scroll it. */
  readonly isReading?: boolean;
  /** Its buttons, always in view; the one that moves money takes ⌘Enter. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A panel at the right for an act that needs a form: never for reading. On a phone it fills the screen. */
export function Sheet({ title, isOpen, onClose, isWide = false, isReading = false, footer, children }: SheetProps) {
  const t = useWords();
  return (
    <ModalOverlay
      className={css['veil'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose();
      }}
      isDismissable
    >
      <Modal className={css['sheet'] ?? ''} data-wide={isWide || undefined}>
        <Dialog className={css['dialog'] ?? ''}>
          <header className={css['head']}>
            <Heading slot="title" level={2} className={css['title'] ?? ''}>
              {title}
            </Heading>
            <AriaButton className={css['close'] ?? ''} aria-label={t('parts.close')} onPress={onClose}>
              <Icon name="close" />
            </AriaButton>
          </header>
          <div className={css['body']} {...(isReading ? { tabIndex: 0 } : {})}>
            {children}
          </div>
          {footer !== undefined && <footer className={css['foot']}>{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
