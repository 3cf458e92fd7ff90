export {
  markNotNeeded,
  markSent,
  putMessageBack,
  queueMessage,
  takeMessage,
  unsentMessages,
  type WaitingMessage,
} from './message.repository.server.ts';
