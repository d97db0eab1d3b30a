/** Why a competitor cannot take part; null where it can. */

import type { Bench } from '../compare/bench.ts';
import { type Competitor, PEERS } from './list.ts';
import { hasRedis } from './redis.ts';

export function absence(competitor: Competitor, { hasPeers }: Pick<Bench, 'hasPeers'>): string | null {
  if (!PEERS.includes(competitor)) return null;
  if (!hasPeers) return 'peers were left out';
  return competitor.store === 'Redis' && !hasRedis ? 'redis-server is not on this machine' : null;
}
