export { describeTimeline } from './describe-timeline.server.ts';
export { ordersNamed, timelineOfOrder } from './timeline.repository.server.ts';
