import type { SaleRow } from '#src/domain/sales/search/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import type { SaleItem } from './sale-item.types.ts';

export function toSaleItem({ variant: _variant, market, ...sale }: SaleRow): SaleItem {
  return {
    ...sale,
    number: String(sale.number),
    beganAt: sale.beganAt.toISOString(),
    paidAt: sale.paidAt?.toISOString() ?? null,
    timeZone: marketZone(market),
    total: unitsToJson(sale.total),
    received: unitsToJson(sale.received),
    returned: unitsToJson(sale.returned),
  };
}
