/** Price lists in their publishers' formats, for replay. */
export const AKASH_URL = "https://console-api.akash.network/v1/gpu-prices";
export const RUNPOD_URL = "https://api.runpod.io/graphql";

export interface AkashModel {
  model: string;
  ram?: string;
  form?: string;
  med?: number | null;
  available?: number;
}

export const akashList = (models: readonly AkashModel[]) => ({
  availability: { total: 100, available: 40 },
  models: models.map(({ model, ram = "80Gi", form = "SXM5", med = 2, available = 3 }) => ({
    vendor: "nvidia",
    model,
    ram,
    interface: form,
    availability: { total: 10, available },
    providerAvailability: { total: 2, available: 1 },
    price: med === null ? null : { currency: "USD", min: med * 0.8, max: med * 2, avg: med, weightedAverage: med, med },
  })),
});

export interface RunpodGpu {
  id: string;
  displayName: string;
  memoryInGb?: number;
  securePrice?: number | null;
  communityPrice?: number | null;
  communitySpotPrice?: number | null;
  communityCloud?: boolean;
}

export const runpodList = (gpus: readonly RunpodGpu[]) => ({
  data: {
    gpuTypes: gpus.map((gpu) => ({
      memoryInGb: 80,
      secureCloud: true,
      communityCloud: true,
      securePrice: 3,
      communityPrice: 2,
      secureSpotPrice: null,
      communitySpotPrice: null,
      ...gpu,
    })),
  },
});

export interface AzurePrice {
  size: string;
  usdHour: number;
  product?: string;
  sku?: string;
}

export const azureList = (prices: readonly AzurePrice[], nextPage: string | null = null) => ({
  BillingCurrency: "USD",
  Items: prices.map(({ size, usdHour, product = "Virtual Machines Series", sku = "" }) => ({
    currencyCode: "USD",
    retailPrice: usdHour,
    armRegionName: "eastus",
    armSkuName: size,
    productName: product,
    skuName: `${size} ${sku}`.trim(),
    meterName: `${size} ${sku}`.trim(),
    unitOfMeasure: "1 Hour",
    type: "Consumption",
  })),
  NextPageLink: nextPage,
});
