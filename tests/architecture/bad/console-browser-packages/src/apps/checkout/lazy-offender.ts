export const load = () => import('recharts');
