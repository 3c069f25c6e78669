import { TableBox } from "@/components/ui/table-box";
import { formatPrice, formatTokens } from "@/lib/domain/pages/format";

export interface PricedModel {
  id: string;
  name: string;
  input: number | null;
  output: number | null;
  context: number | null;
  /** Page of the model; null where an example shows none. */
  href: string | null;
}

const priceText = (price: number | null): string => (price === null ? "not published" : formatPrice(price));

export function ModelPrices({ models }: { models: readonly PricedModel[] }) {
  return (
    <TableBox label="Table of models with prices">
      <table className="facts-table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Input, per 1M</th>
            <th scope="col">Output, per 1M</th>
            <th scope="col">Context</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ id, name, input, output, context, href }) => (
            <tr key={id}>
              <th scope="row">{href ? <a href={href}>{name}</a> : name}</th>
              <td>{priceText(input)}</td>
              <td>{priceText(output)}</td>
              <td>{context === null ? "not said" : formatTokens(context)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
