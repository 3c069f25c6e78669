export interface StarredRepository {
  id: number;
  fullName: string;
  name: string;
  description: string | null;
  url: string;
  language: string | null;
  topics: string[];
  stars: number;
  createdAt: Date | null;
}
