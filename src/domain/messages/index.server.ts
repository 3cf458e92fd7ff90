export {
  markNotNeeded,
  markSent,
  type MessageKind,
  messageKinds,
  queueMessage,
  waitingMessage,
  type WaitingMessage,
} from './message.repository.server.ts';
